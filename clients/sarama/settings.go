package main

import (
	"encoding"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/IBM/sarama"
)

var partitioners = map[string]sarama.PartitionerConstructor{
	"NewHashPartitioner":       sarama.NewHashPartitioner,
	"NewRandomPartitioner":     sarama.NewRandomPartitioner,
	"NewRoundRobinPartitioner": sarama.NewRoundRobinPartitioner,
	"NewMurmur2Partitioner":    sarama.NewMurmur2Partitioner,
}

// set sets fields by their names in sarama.Config, such as Producer.Flush.Frequency.
func set(config *sarama.Config, settings map[string]string) error {
	for name, value := range settings {
		if err := setOne(config, name, value); err != nil {
			return fmt.Errorf("%s=%s: %w", name, value, err)
		}
	}
	return config.Validate()
}

func setOne(config *sarama.Config, name, value string) error {
	switch name {
	case "Version":
		version, err := sarama.ParseKafkaVersion(value)
		config.Version = version
		return err
	case "Producer.Partitioner":
		chosen, known := partitioners[value]
		if !known {
			return fmt.Errorf("give NewHashPartitioner, NewRandomPartitioner, NewRoundRobinPartitioner or NewMurmur2Partitioner")
		}
		config.Producer.Partitioner = chosen
		return nil
	}
	field := reflect.ValueOf(config).Elem()
	for part := range strings.SplitSeq(name, ".") {
		if field.Kind() != reflect.Struct {
			return fmt.Errorf("no such field of sarama.Config")
		}
		if field = field.FieldByName(part); !field.IsValid() {
			return fmt.Errorf("no such field of sarama.Config")
		}
	}
	return setField(field, value)
}

func setField(field reflect.Value, text string) error {
	if parsed, can := field.Addr().Interface().(encoding.TextUnmarshaler); can {
		return parsed.UnmarshalText([]byte(text))
	}
	if field.Type() == reflect.TypeFor[time.Duration]() {
		value, err := time.ParseDuration(text)
		field.SetInt(int64(value))
		return err
	}
	switch field.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		value, err := strconv.ParseInt(text, 10, field.Type().Bits())
		field.SetInt(value)
		return err
	case reflect.Bool:
		value, err := strconv.ParseBool(text)
		field.SetBool(value)
		return err
	case reflect.String:
		field.SetString(text)
		return nil
	}
	return fmt.Errorf("a field that is set by a program only")
}
